package io.github.countinghouse;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON (RFC 8259) to and from what the calls take and answer. As a tree it is maps, lists, text, booleans and numbers: Long where they
 * are whole and fit, else BigDecimal.
 */
final class Json {
  private static final int DEPTH_MAX = 512;

  private Json() {}

  /** A type with its parameters: {@code new As<List<String>>() {}.type}. */
  abstract static class As<T> {
    final Type type = ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
  }

  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(out, tree(value));
    return out.toString();
  }

  /** Objects as maps of their members. */
  static Object tree(Object value) {
    if (value == null || value instanceof String || value instanceof Boolean || value instanceof Number) return value;
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach((key, item) -> copy.put(String.valueOf(key), tree(item)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      for (Object item : list) copy.add(tree(item));
      return copy;
    }
    Map<String, Object> members = new LinkedHashMap<>();
    for (Field field : value.getClass().getDeclaredFields()) {
      Member member = field.getAnnotation(Member.class);
      if (member == null) continue;
      try {
        field.setAccessible(true);
        Object item = field.get(value);
        if (item != null || member.always()) members.put(member.value(), tree(item));
      } catch (IllegalAccessException error) {
        throw new IllegalStateException(error);
      }
    }
    return members;
  }

  private static void write(StringBuilder out, Object value) {
    if (value instanceof String text) writeText(out, text);
    else if (value instanceof Map<?, ?> map) {
      String between = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(between);
        writeText(out, (String) entry.getKey());
        out.append(':');
        write(out, entry.getValue());
        between = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String between = "[";
      for (Object item : list) {
        out.append(between);
        write(out, item);
        between = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof Double number && !Double.isFinite(number)) throw new IllegalArgumentException("JSON has no " + number);
    else out.append(value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value));
  }

  private static void writeText(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }

  /** A value of a type. Throws Malformed. */
  static Object read(String text, Type type) {
    return as(parse(text), type);
  }

  /** As a tree. Throws Malformed. */
  static Object parse(String text) {
    Reader reader = new Reader(text);
    Object value = reader.value(0);
    reader.expectEnd();
    return value;
  }

  private static Object as(Object tree, Type type) {
    if (tree == null || type == Object.class) return tree;
    if (type instanceof ParameterizedType of) {
      Type[] inner = of.getActualTypeArguments();
      if (of.getRawType() == List.class && tree instanceof List<?> list) {
        List<Object> items = new ArrayList<>();
        for (Object item : list) items.add(as(item, inner[0]));
        return items;
      }
      if (of.getRawType() == Map.class && tree instanceof Map<?, ?> map) {
        Map<String, Object> members = new LinkedHashMap<>();
        map.forEach((key, item) -> members.put((String) key, as(item, inner[1])));
        return members;
      }
    }
    if (type instanceof Class<?> plain) {
      if (plain.isRecord() && tree instanceof Map<?, ?> members) return record(members, plain);
      if (plain == Double.class && tree instanceof Number number) return number.doubleValue();
      if (plain.isInstance(tree)) return tree;
    }
    throw new Malformed(type.getTypeName() + " expected");
  }

  private static Object record(Map<?, ?> members, Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++)
      values[i] = as(members.get(components[i].getAnnotation(Member.class).value()), components[i].getGenericType());
    try {
      Constructor<?> made = type.getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      made.setAccessible(true);
      return made.newInstance(values);
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException | InvocationTargetException error) {
      throw new IllegalStateException(error);
    }
  }

  private static final class Reader {
    private final String text;
    private int at = 0;

    Reader(String text) {
      this.text = text;
    }

    Object value(int depth) {
      if (depth > DEPTH_MAX) throw new Malformed("too deep");
      switch (next()) {
        case '{':
          return object(depth);
        case '[':
          return list(depth);
        case '"':
          return string();
        case 't':
          return word("true", true);
        case 'f':
          return word("false", false);
        case 'n':
          return word("null", null);
        default:
          return number();
      }
    }

    void expectEnd() {
      if (next() != '\0') throw new Malformed("more after the end");
    }

    /** The next character that counts, not taken; NUL at the end. */
    private char next() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
      return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean take(char wanted) {
      if (next() != wanted) return false;
      at++;
      return true;
    }

    private void expect(char wanted) {
      if (!take(wanted)) throw new Malformed(wanted + " expected at " + at);
    }

    private Map<String, Object> object(int depth) {
      Map<String, Object> members = new LinkedHashMap<>();
      expect('{');
      if (take('}')) return members;
      do {
        next();
        String name = string();
        expect(':');
        members.put(name, value(depth + 1));
      } while (take(','));
      expect('}');
      return members;
    }

    private List<Object> list(int depth) {
      List<Object> items = new ArrayList<>();
      expect('[');
      if (take(']')) return items;
      do items.add(value(depth + 1));
      while (take(','));
      expect(']');
      return items;
    }

    private Object word(String word, Object value) {
      if (!text.startsWith(word, at)) throw new Malformed(word + " expected at " + at);
      at += word.length();
      return value;
    }

    private Number number() {
      int from = at;
      while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
      String said = text.substring(from, at);
      if (!said.matches("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")) throw new Malformed("no value at " + from);
      try {
        return Long.valueOf(said);
      } catch (NumberFormatException notWhole) {
        return new BigDecimal(said);
      }
    }

    private String string() {
      if (at >= text.length() || text.charAt(at) != '"') throw new Malformed("text expected at " + at);
      StringBuilder out = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '"') {
          at++;
          return out.toString();
        }
        out.append(c == '\\' ? escaped() : c);
      }
      throw new Malformed("text without an end");
    }

    private char escaped() {
      at++;
      char c = at < text.length() ? text.charAt(at) : '\0';
      int plain = "\"\\/bfnrt".indexOf(c);
      if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
      if (c != 'u' || at + 4 >= text.length()) throw new Malformed("no escape at " + at);
      String digits = text.substring(at + 1, at + 5);
      at += 4;
      try {
        return (char) Integer.parseInt(digits, 16);
      } catch (NumberFormatException error) {
        throw new Malformed("no escape at " + at);
      }
    }
  }
}
