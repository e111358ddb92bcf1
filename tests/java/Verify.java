/* Links every n-th class of the JDK's own modules, or of jars: the verifier of
   the virtual machine looks at each.

   usage: Verify STEP OFFSET [JAR ...]
   Prints each class that was rejected, and how many there were. */

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

public class Verify {
    static int linked, rejected, absent;

    static void look(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader).getDeclaredMethods();
            linked++;
        } catch (VerifyError | ClassFormatError e) {
            rejected++;
            System.out.println("rejected: " + name + ": " + e);
        } catch (Throwable e) { // parts of it are not there
            absent++;
        }
    }

    static List<String> ofModules() throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        List<String> names = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            all.filter(p -> p.toString().endsWith(".class")).forEach(p -> {
                String name = p.subpath(2, p.getNameCount()).toString();
                if (!name.endsWith("module-info.class"))
                    names.add(name.substring(0, name.length() - 6).replace('/', '.'));
            });
        }
        return names;
    }

    static List<String> ofJar(String jar) throws IOException {
        List<String> names = new ArrayList<>();
        try (JarFile file = new JarFile(jar)) {
            file.stream().map(e -> e.getName())
                .filter(n -> n.endsWith(".class") && !n.startsWith("META-INF/")
                        && !n.endsWith("module-info.class"))
                .forEach(n -> names.add(n.substring(0, n.length() - 6).replace('/', '.')));
        }
        return names;
    }

    /* The jar, and those in its folder: it may need them. */
    static URL[] beside(Path jar) throws IOException {
        List<URL> urls = new ArrayList<>();
        urls.add(jar.toUri().toURL());
        try (Stream<Path> all = Files.list(jar.toAbsolutePath().getParent())) {
            for (Path p : (Iterable<Path>) all.filter(p -> p.toString().endsWith(".jar"))::iterator)
                urls.add(p.toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    public static void main(String[] args) throws IOException {
        int step = Integer.parseInt(args[0]), at = Integer.parseInt(args[1]);
        List<String> names = ofModules();
        for (int i = at; i < names.size(); i += step)
            look(names.get(i), ClassLoader.getSystemClassLoader());
        for (int j = 2; j < args.length; j++) {
            ClassLoader loader = new URLClassLoader(beside(Path.of(args[j])));
            for (String name : ofJar(args[j]))
                look(name, loader);
        }
        System.out.println(linked + " linked, " + rejected + " rejected, " + absent + " absent");
    }
}
