byte x;
