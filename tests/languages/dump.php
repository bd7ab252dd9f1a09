<?php
// Prints the trees that the compiled specs make of binary logs, as tests/javascript/tree.py does,
// with all texts as bytes, since PHP does not tell them apart.
//
// usage: php dump.php RUNTIME COMPILED MEMBERS LOG ...
//
// MEMBERS is the table of tests/languages/members.py. Of a log that cannot be read, `error` is
// printed.

use Kaitai\Struct\Error\KaitaiError;
use Kaitai\Struct\Struct;

const MAX_SAFE = 2 ** 53 - 1;

[, $runtime, $compiled, $table] = $argv;

spl_autoload_register(function (string $name) use ($runtime, $compiled): void {
    $path = str_replace("\\", "/", $name);
    require str_starts_with($path, "Kaitai/") ? "$runtime/lib/$path.php" : "$compiled/" . explode("/", $path)[0] . ".php";
});

$members = [];
foreach (file($table, FILE_IGNORE_NEW_LINES) as $line) {
    [$name, $fields, $instances] = explode("\t", $line);
    $members[str_replace(".", "\\", $name)] = array_filter([...explode(",", $fields), ...explode(",", $instances)]);
}

function camel(string $name): string {
    return lcfirst(str_replace("_", "", ucwords($name, "_")));
}

function canonical(mixed $value, array &$seen): mixed {
    return match (true) {
        $value instanceof Struct => canonical_object($value, $seen),
        is_array($value) => array_map(function ($item) use (&$seen) { return canonical($item, $seen); }, $value),
        is_string($value) => ["bytes" => bin2hex($value)],
        is_float($value) => canonical_float($value),
        is_int($value) => abs($value) <= MAX_SAFE ? $value : ["integer" => $value],
        default => $value,
    };
}

function canonical_float(float $value): mixed {
    $is_integer = is_finite($value) && $value === floor($value) && abs($value) <= MAX_SAFE;
    return $is_integer && "$value" !== "-0" ? (int) $value : ["double" => bin2hex(pack("E", $value))];
}

function canonical_object(Struct $object, array &$seen): array {
    global $members;
    $id = spl_object_id($object);
    if (isset($seen[$id])) {
        return ["same" => $seen[$id][0]];
    }
    $seen[$id] = [count($seen), $object];
    $class = get_class($object);
    $tree = ["class" => substr(strrchr("\\$class", "\\"), 1)];
    foreach ($members[$class] as $name) {
        $value = $object->{camel($name)}();
        if ($value !== null) {
            $tree[camel($name)] = canonical($value, $seen);
        }
    }
    return $tree;
}

function trees_of(string $path): array {
    $seen = [];
    try {
        $log = MysqlBinlog::fromFile($path);
        $trees = [];
        foreach ([$log->start(), ...$log->events()] as $tree) {
            $trees[] = canonical($tree, $seen);
        }
        return $trees;
    } catch (KaitaiError) {
        return ["error" => true];
    }
}

foreach (array_slice($argv, 4) as $path) {
    echo json_encode(trees_of($path), JSON_THROW_ON_ERROR, PHP_INT_MAX >> 32), "\n";
}
