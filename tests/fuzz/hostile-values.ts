import fc from 'fast-check'

const zeroByte = '\u0000'

/** Texts known to break software. */
const hostileTexts = [
  '',
  ' ',
  '\t\r\n',
  zeroByte,
  `before${zeroByte}after`,
  '\ud800',
  'x\udfffx',
  '\udc00\ud800',
  '\u202e\u2066gnp.exe',
  '\u200b\u200e\u00ad\ufeff',
  '\u2028\u2029',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '👩‍👩‍👧‍👦'.repeat(40),
  'ẹ̀kọ́ ilé',
  'ﷺ'.repeat(200),
  '\uffff\ufffe',
  '\u0001\u001b[31m\u007f\u0085',
  "' or '1'='1",
  "'; drop table users; --",
  '1); select pg_sleep(9); --',
  '%_\\%\\',
  '*:*&!|()<->\'"',
  ':* & | ! <2>',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//evil.example/x',
  'https://evil.example\\@oja.example/',
  'http://[::1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}<%= 7*7 %>',
  'a@b@c.example',
  '"quoted local"@example.com',
  'ada@example.com\r\nBcc: everyone@example.com',
  '=1+1',
  '{"a":1}',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '0x10',
  '1e9',
  '1e999',
  '007',
  '١٢٣',
  '9007199254740993',
  '99999999999999999999999999',
  '0.1',
  '0000-00-00T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
]

const hugeTexts = [
  'x'.repeat(10_000),
  'ж'.repeat(70_000),
  ' '.repeat(50_000),
  `${'a'.repeat(30_000)}!`,
  'a '.repeat(20_000),
  '\u0301'.repeat(5000),
  '<'.repeat(9000),
]

/** Any text, mostly hostile. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom(...hugeTexts) },
)

const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.5,
    1e-320,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 63,
    -(2 ** 63),
    1e21,
    1e300,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
)

const inheritedName = fc.constantFrom(
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  'then',
)

/** Any JSON value, mostly hostile; never `undefined`. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}], { length: 1 }) },
  { weight: 2, arbitrary: fc.dictionary(inheritedName, fc.constantFrom(1, 'x', null, {}), { maxKeys: 3 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(100, 5000).map((count) => Array.from({ length: count }, () => 1)) },
  { weight: 1, arbitrary: fc.constantFrom(60, 1000).map(nested) },
)

/** Objects nested to this depth. */
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = { a: value }
  return value
}

/** Raw bodies: no JSON at all, broken JSON, or valid JSON that is hard to parse. */
export const hostileBody: fc.Arbitrary<Buffer | string> = fc.oneof(
  fc.constantFrom(
    '{',
    '{"title":',
    '{"title":"x"',
    '[1,2',
    '"',
    '\u0000',
    '{}{}',
    '{a:1}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":1e999}',
    '{"a":-0,"b":00}',
    '{"id":1,"id":2,"title":"one","title":{"two":2}}',
    '{"__proto__":{"role":"ADMIN"}}',
    '{"constructor":{"prototype":{"role":"ADMIN"}}}',
    '{"a":{"__proto__":null}}',
    '{"\\ud800":"\\udfff"}',
    '\ufeff{"title":"with a mark in front"}',
    'null',
    'true',
    '0',
    '""',
    '[]',
    '[[[[]]]]',
    '\n\n\n',
    `${'['.repeat(50_000)}`,
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `{"title":"${'x'.repeat(300_000)}"}`,
    'title=x&price=1',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.json({ maxDepth: 5 }),
)
