import { describe, expect, test } from 'vitest'
import { flinkPointers } from '../../fixtures/flink-pointers.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { fromJavaText, toJavaText } from './java-text.ts'
import { markPointer, readPointer, writePointer } from './pointer.ts'

describe('law 13: what Flink wrote', () => {
  test.each(flinkPointers)('Flink $flink, $key: read, and written again byte for byte', ({ value, path, size }) => {
    expect(readPointer(value)).toEqual({ _tag: 'Pointer', marked: false, file: { path, size } })
    expect(writePointer({ path, size })).toBe(value)
  })

  test.each(flinkPointers)('Flink $flink, $key: a marker changes one byte', ({ value, path, size }) => {
    const marked = markPointer(value)!
    expect(readPointer(marked)).toEqual({ _tag: 'Pointer', marked: true, file: { path, size } })
    expect(marked).toBe(writePointer({ path, size }, true))
    expect(markPointer(marked)).toBe(marked)
    expect([...Buffer.from(marked, 'base64')].filter((byte, n) => byte !== Buffer.from(value, 'base64')[n])).toEqual([1])
  })
})

describe('law 13: what is no pointer is corrupt, and told', () => {
  test.each([
    ['H41 a text edited by hand', 'deleted, see ticket 17!', 'it is not Base64'],
    ['Base64 in lines', 'cnVi\nYmlz', 'it is not Base64'],
    ['a digit too many', 'cnViY', 'it is not Base64'],
    ['nothing', '', 'it is Base64, but there is no pointer of Flink in it'],
    ['H30 Base64 of something else', 'cnViYmlzaA==', 'it is Base64, but there is no pointer of Flink in it'],
    ['Java, but another class', toBase64('\xac\xed\x00\x05t\x00\x01x'), 'it is Base64, but there is no pointer of Flink in it'],
    ['cut off', flinkPointers[0]!.value.slice(0, 200), 'it is Base64, but there is no pointer of Flink in it'],
  ])('%s', (_title, value, why) => {
    expect(readPointer(value)).toEqual({ _tag: 'Corrupt', why })
    expect(markPointer(value)).toBeNull()
  })

  test('the marker is known, the file is not: the handle breaks off, is of another form, or of another length', () => {
    const bytes = fromBase64(flinkPointers[0]!.value)!
    const unknown = { _tag: 'Pointer', marked: false, file: null }
    expect(readPointer(toBase64(bytes.slice(0, 400)))).toEqual(unknown)
    expect(readPointer(toBase64(bytes.replace('.FileStateHandle', '.WileStateHandle')))).toEqual(unknown)
    expect(readPointer(toBase64(bytes.replace('\x00\x32file:', '\x00\x33file:')))).toEqual(unknown)
    expect(readPointer(toBase64(bytes.replace('file:/data', ' file:/dat')))).toEqual(unknown)
  })

  test('a class of another version: read, its marker set, the rest left as it is', () => {
    const other = fromBase64(flinkPointers[0]!.value)!.replace('\x1b\xad\x44', '\x1b\xad\x45')
    const { path, size } = flinkPointers[0]!
    expect(readPointer(toBase64(other))).toEqual({ _tag: 'Pointer', marked: false, file: { path, size } })
    expect(fromBase64(markPointer(toBase64(other))!)).toContain('\x1b\xad\x45')
  })
})

describe('what Flink could not read is not written', () => {
  test.each([
    ['no scheme', { path: '/data/ha/x', size: 1 }],
    ['a blank', { path: 'file:/data/h a/x', size: 1 }],
    ['a per cent sign that escapes nothing', { path: 'file:/data/50%', size: 1 }],
    ['brackets in the path', { path: 's3://bucket/[x]', size: 1 }],
    ['a fraction of a byte', { path: 'file:/x', size: 0.5 }],
    ['less than nothing', { path: 'file:/x', size: -1 }],
    ['longer than a text of Java', { path: `file:/${'x'.repeat(65_536)}`, size: 1 }],
  ])('%s', (_title, file) => {
    expect(writePointer(file)).toBeNull()
  })

  test.each(['s3://bucket/ha/x', 'hdfs://[::1]:9000/ha/x', 'file:/data/h%20a/x', 'file:/data/ü€😀', 'abfss://c@a.dfs.core.windows.net/x'])(
    '%s comes back as it was',
    path => {
      const file = { path, size: Number.MAX_SAFE_INTEGER }
      expect(readPointer(writePointer(file)!)).toEqual({ _tag: 'Pointer', marked: false, file })
    },
  )
})

test('texts of Java: a zero takes two bytes, each half of a pair three; what is not well formed is none', () => {
  expect(toJavaText('a\0é€😀')).toBe('\x00\x0ea\xc0\x80\xc3\xa9\xe2\x82\xac\xed\xa0\xbd\xed\xb8\x80')
  for (const text of ['', 'a', 'a\0é€😀', '\x7f\x80\u07ff\u0800\uffff']) expect(fromJavaText(toJavaText(text)!)).toBe(text)
  for (const bytes of ['', '\x00', '\x00\x02a', '\x00\x01\x00', '\x00\x01\xc3', '\x00\x02\xe2\x82']) expect(fromJavaText(bytes)).toBeNull()
})

test('Base64: as Java has it, with and without padding', () => {
  for (const bytes of ['', 'a', 'ab', 'abc', '\x00\xff\xfe', '\xfb\xef\xbe\xff']) {
    expect(toBase64(bytes)).toBe(Buffer.from(bytes, 'latin1').toString('base64'))
    expect(fromBase64(toBase64(bytes))).toBe(bytes)
    expect(fromBase64(toBase64(bytes).replaceAll('=', ''))).toBe(bytes)
  }
  expect(['a', 'YQ=', 'YQ=a', '=', '-_-_', 'YWI=YWI='].map(fromBase64)).toEqual([null, null, null, null, null, null])
})

describe('S02 a pointer that a JobManager with ill intent wrote', () => {
  const stored = (path: string) => {
    const { value } = flinkPointers[0]!
    const [before = ''] = fromBase64(value)!.split('t\x00\x32file:')
    return toBase64(`${before}t${toJavaText(path)!}x`)
  }

  test.each([
    ['a host that goes on and on, with a blank at its end', `a://${'b'.repeat(65_000)} `],
    ['brackets', `a://${'[]'.repeat(32_000)} `],
    ['a scheme', `${'a'.repeat(65_000)} `],
    ['per cent signs', `a:${'%41'.repeat(21_000)}%`],
  ])('%s is read in no time', (_title, path) => {
    const value = stored(path)
    const start = performance.now()
    expect(readPointer(value)).toEqual({ _tag: 'Pointer', marked: false, file: null })
    // twelve seconds before, for each key of a ConfigMap
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  test.each([
    'a:',
    'a://',
    'a:///',
    'a://b',
    'a://b/c',
    'a://[::1]/x',
    'a://[::1]:9000/x',
    'a://[::1]',
    'a:[',
    'a://b/[',
    'a://b?[',
    'a:x y',
    'a://\x01/x',
    '://b',
    '1a:b',
  ])(
    'which paths are URIs: %j',
    path => {
      const accepted = ['a://', 'a:///', 'a://b', 'a://b/c', 'a://[::1]/x', 'a://[::1]:9000/x']
      expect(writePointer({ path, size: 1 }) !== null).toBe(accepted.includes(path))
    },
  )
})
