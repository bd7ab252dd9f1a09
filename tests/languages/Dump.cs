// Prints the trees that the compiled specs make of binary logs, as tests/javascript/tree.py does.
//
// usage: mono dump.exe MEMBERS LOG ...
//
// MEMBERS is the table of tests/languages/members.py. Of a log that cannot be read, `error` is printed.

using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using Kaitai;

public class Dump
{
    const long MaxSafe = (1L << 53) - 1;
    static readonly Dictionary<string, string[][]> Members = new Dictionary<string, string[][]>();

    class ByIdentity : IEqualityComparer<object>
    {
        bool IEqualityComparer<object>.Equals(object one, object other) { return ReferenceEquals(one, other); }
        int IEqualityComparer<object>.GetHashCode(object one) { return RuntimeHelpers.GetHashCode(one); }
    }

    readonly Dictionary<object, int> seen = new Dictionary<object, int>(new ByIdentity());
    readonly StringBuilder text = new StringBuilder();

    public static void Main(string[] arguments)
    {
        foreach (string line in File.ReadAllLines(arguments[0]))
        {
            string[] parts = line.Split('\t');
            Members[parts[0]] = parts.Skip(1).Select(names => names.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries)).ToArray();
        }
        var stdout = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
        foreach (string path in arguments.Skip(1))
        {
            stdout.Write(TreesOf(path));
            stdout.Write('\n');
        }
        stdout.Flush();
    }

    static string TreesOf(string path)
    {
        MysqlBinlog log;
        try { log = MysqlBinlog.FromFile(path); }
        catch (Exception) { return "{\"error\":true}"; }
        var trees = new List<object> { log.Start };
        trees.AddRange(log.Events);
        var dump = new Dump();
        dump.Value(trees);
        return dump.text.ToString();
    }

    void Value(object value)
    {
        if (value is KaitaiStruct) Object(value);
        else if (value is byte[]) text.Append("{\"bytes\":\"").Append(BitConverter.ToString((byte[])value).Replace("-", "").ToLower()).Append("\"}");
        else if (value is string) Text((string)value);
        else if (value is IEnumerable)
        {
            string comma = "";
            text.Append('[');
            foreach (object item in (IEnumerable)value)
            {
                text.Append(comma);
                Value(item);
                comma = ",";
            }
            text.Append(']');
        }
        else if (value is bool) text.Append((bool)value ? "true" : "false");
        else if (value is double || value is float) Number(Convert.ToDouble(value));
        else if (value is ulong) Integer(unchecked((long)(ulong)value));
        else Integer(Convert.ToInt64(value));
    }

    void Number(double value)
    {
        long bits = BitConverter.DoubleToInt64Bits(value);
        if (Math.Floor(value) == value && Math.Abs(value) <= MaxSafe && bits != long.MinValue) text.Append((long)value);
        else text.Append("{\"double\":\"").Append(bits.ToString("x16")).Append("\"}");
    }

    void Integer(long value)
    {
        if (-MaxSafe <= value && value <= MaxSafe) text.Append(value);
        else text.Append("{\"integer\":").Append(value).Append('}');
    }

    void Text(string value)
    {
        text.Append('"');
        foreach (char c in value)
        {
            if (c < ' ' || c == '"' || c == '\\' || c > '~') text.Append("\\u").Append(((int)c).ToString("x4"));
            else text.Append(c);
        }
        text.Append('"');
    }

    void Object(object value)
    {
        int number;
        if (seen.TryGetValue(value, out number))
        {
            text.Append("{\"same\":").Append(number).Append('}');
            return;
        }
        seen[value] = seen.Count;
        Type type = value.GetType();
        text.Append("{\"class\":\"").Append(type.Name).Append('"');
        foreach (string name in Members[type.FullName.Replace("Kaitai.", "").Replace('+', '.')].SelectMany(names => names))
        {
            string camel = string.Concat(name.Split('_').Select(word => char.ToUpper(word[0]) + word.Substring(1)));
            object found = type.GetProperty(camel).GetValue(value, null);
            if (found == null) continue;
            text.Append(",\"").Append(char.ToLower(camel[0])).Append(camel.Substring(1)).Append("\":");
            Value(found);
        }
        text.Append('}');
    }
}
