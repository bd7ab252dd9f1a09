// Prints the trees that the compiled specs make of binary logs, as tests/javascript/tree.py does.
//
// usage: java Dump MEMBERS LOG ...
//
// MEMBERS is the table of tests/languages/members.py. Of a log that cannot be read, `error` is printed.

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

public class Dump {
    static final long MAX_SAFE = (1L << 53) - 1;
    static final Map<String, String[][]> MEMBERS = new HashMap<>();

    final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    final StringBuilder out = new StringBuilder();

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] parts = line.split("\t", -1);
            MEMBERS.put(parts[0], new String[][] {names(parts[1]), names(parts[2])});
        }
        PrintStream stdout = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (int i = 1; i < arguments.length; i++) {
            stdout.println(treesOf(arguments[i]));
        }
        stdout.flush();
    }

    static String treesOf(String path) throws Exception {
        MysqlBinlog log;
        try {
            log = MysqlBinlog.fromFile(path);
        } catch (RuntimeException error) {
            return "{\"error\":true}";
        }
        List<Object> trees = new ArrayList<>();
        trees.add(log.start());
        trees.addAll(log.events());
        Dump dump = new Dump();
        dump.value(trees);
        return dump.out.toString();
    }

    static String[] names(String text) {
        return text.isEmpty() ? new String[0] : text.split(",");
    }

    void value(Object value) throws Exception {
        if (value instanceof KaitaiStruct) {
            object(value);
        } else if (value instanceof List) {
            String comma = "[";
            for (Object item : (List<?>) value) {
                out.append(comma);
                value(item);
                comma = ",";
            }
            out.append(((List<?>) value).isEmpty() ? "[]" : "]");
        } else if (value instanceof byte[]) {
            out.append("{\"bytes\":\"");
            for (byte b : (byte[]) value) out.append(String.format("%02x", b));
            out.append("\"}");
        } else if (value instanceof Double || value instanceof Float) {
            number(((Number) value).doubleValue());
        } else if (value instanceof Number) {
            integer(((Number) value).longValue());
        } else if (value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof String) {
            text((String) value);
        } else {
            integer((Long) value.getClass().getMethod("id").invoke(value)); // an enum
        }
    }

    void number(double value) {
        boolean isWhole = Math.rint(value) == value && Math.abs(value) <= MAX_SAFE;
        if (isWhole && !(value == 0 && 1 / value < 0)) {
            out.append((long) value);
        } else {
            out.append(String.format("{\"double\":\"%016x\"}", Double.doubleToLongBits(value)));
        }
    }

    void integer(long value) {
        boolean isSafe = -MAX_SAFE <= value && value <= MAX_SAFE;
        out.append(isSafe ? "" : "{\"integer\":").append(value).append(isSafe ? "" : "}");
    }

    void text(String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c < ' ' || c == '"' || c == '\\' || c > '~') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }

    void object(Object object) throws Exception {
        Integer number = seen.get(object);
        if (number != null) {
            out.append("{\"same\":").append(number).append("}");
            return;
        }
        seen.put(object, seen.size());
        out.append("{\"class\":\"").append(object.getClass().getSimpleName()).append('"');
        String[][] members = MEMBERS.get(object.getClass().getName().replace('$', '.'));
        for (String[] names : members) {
            for (String name : names) {
                Object found = object.getClass().getMethod(camel(name)).invoke(object);
                if (found == null) continue;
                out.append(",\"").append(camel(name)).append("\":");
                value(found);
            }
        }
        out.append('}');
    }

    static String camel(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("_")) {
            camel.append(camel.length() == 0 ? word.substring(0, 1) : word.substring(0, 1).toUpperCase());
            camel.append(word.substring(1));
        }
        return camel.toString();
    }
}
