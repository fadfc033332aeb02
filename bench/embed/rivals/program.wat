;; The program of wazero; program.wasm is what "wat2wasm program.wat" (wabt) makes of it.
(module
  (import "go" "host" (func $host (param i64) (result i64)))
  (memory (export "memory") 1)
  (func (export "add") (param i64 i64) (result i64) (i64.add (local.get 0) (local.get 1)))
  (func (export "calls") (param $n i64) (result i64) (local $i i64) (local $t i64)
    (block $out (loop $top
      (br_if $out (i64.ge_s (local.get $i) (local.get $n)))
      (local.set $t (i64.add (local.get $t) (call $host (local.get $i))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $top)))
    (local.get $t))
  ;; total adds n ints of 64 bits from the start of the memory
  (func (export "total") (param $n i64) (result i64) (local $i i64) (local $t i64)
    (block $out (loop $top
      (br_if $out (i64.ge_s (local.get $i) (local.get $n)))
      (local.set $t (i64.add (local.get $t) (i64.load (i32.wrap_i64 (i64.shl (local.get $i) (i64.const 3))))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $top)))
    (local.get $t))
  (func $fib (export "fib") (param $n i64) (result i64)
    (if (result i64) (i64.lt_s (local.get $n) (i64.const 2))
      (then (local.get $n))
      (else (i64.add (call $fib (i64.sub (local.get $n) (i64.const 1))) (call $fib (i64.sub (local.get $n) (i64.const 2)))))))
  (func (export "ints") (param $n i64) (result i64) (local $i i64) (local $t i64)
    (block $out (loop $top
      (br_if $out (i64.ge_s (local.get $i) (local.get $n)))
      (local.set $t (i64.rem_s (i64.add (local.get $t) (i64.mul (local.get $i) (local.get $i))) (i64.const 1000003)))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $top)))
    (local.get $t))
  (func (export "floats") (param $n i64) (result f64) (local $i i64) (local $x f64)
    (local.set $x (f64.const 0.5))
    (block $out (loop $top
      (br_if $out (i64.ge_s (local.get $i) (local.get $n)))
      (local.set $x (f64.mul (f64.mul (f64.const 3.7) (local.get $x)) (f64.sub (f64.const 1) (local.get $x))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $top)))
    (local.get $x)))
