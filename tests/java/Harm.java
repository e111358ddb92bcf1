/* Ways to change the user's files, or other processes: Harm WAY PLACE. */

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;

public class Harm {
  static Path inside (String place, String name) { return Path.of (place, name); }

  static void harm (String way, String place) throws Exception {
    Path victim = inside (place, "victim"), fresh = inside (place, "fresh");
    File file = victim.toFile ();
    switch (way) {
    case "delete": file.delete (); break;
    case "deleteIfExists": Files.deleteIfExists (victim); break;
    case "rename": file.renameTo (fresh.toFile ()); break;
    case "move": Files.move (victim, fresh); break;
    case "copy": Files.copy (victim, fresh); break;
    case "mkdir": fresh.toFile ().mkdir (); break;
    case "create": fresh.toFile ().createNewFile (); break;
    case "folder": Files.createDirectories (fresh); break;
    case "link": Files.createLink (fresh, victim); break;
    case "symlink": Files.createSymbolicLink (fresh, victim); break;
    case "readonly": file.setReadOnly (); break;
    case "modified": file.setLastModified (0); break;
    case "mode": Files.setPosixFilePermissions (victim, Set.of ()); break;
    case "time": Files.setLastModifiedTime (victim, FileTime.fromMillis (0)); break;
    case "write": Files.writeString (victim, "gone"); break;
    case "append": new FileWriter (file, true).close (); break;
    case "empty": new FileOutputStream (file).close (); break;
    case "random": new RandomAccessFile (file, "rw").setLength (0); break;
    case "channel": FileChannel.open (victim, StandardOpenOption.WRITE).truncate (0); break;
    case "socket":
      ServerSocketChannel.open (StandardProtocolFamily.UNIX).bind (UnixDomainSocketAddress.of (fresh));
      break;
    case "process": new ProcessBuilder ("rm", "-f", victim.toString ()).start ().waitFor (); break;
    case "kill": ProcessHandle.of (Long.parseLong (place)).get ().destroyForcibly (); break;
    case "finally": /* when an execution is unwound */
      try {
        Thread.currentThread ().join ();
      } finally {
        file.delete ();
      }
      break;
    default: throw new IllegalArgumentException (way);
    }
  }

  public static void main (String[] arguments) throws Exception {
    Thread other = new Thread (() -> {
      try {
        harm (arguments[0], arguments[1]);
      } catch (Exception e) {
        throw new RuntimeException (e);
      }
    });
    other.start ();
    other.join ();
  }
}
