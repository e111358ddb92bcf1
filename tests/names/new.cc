// The same in C++.
#include <mutex>
#include <thread>

namespace shop {
struct Account {
  int id;
  std::mutex guard;
};
class Bank {
public:
  Account *account;
  Bank () { account = new Account (); }
};
} // namespace shop

static std::mutex first;

int main () {
  shop::Bank bank;
  std::thread other ([&] {
    std::lock_guard<std::mutex> a (bank.account->guard);
    std::lock_guard<std::mutex> b (first);
  });
  {
    std::lock_guard<std::mutex> a (first);
    std::lock_guard<std::mutex> b (bank.account->guard);
  }
  other.join ();
  return 0;
}
