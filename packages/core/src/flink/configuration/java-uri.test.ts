import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { parseJavaUri, nativeJarUri, standaloneJarUri } from './java-uri.ts'

describe('a URI as java.net.URI of Java 17 reads it', () => {
  const none = { scheme: null, authority: null, path: null, query: null, fragment: null }
  test.each<readonly [string, object]>([
    ['', { path: '' }],
    ['a.jar', { path: 'a.jar' }],
    ['local:a.jar', { scheme: 'local' }],
    ['local:?a', { scheme: 'local' }],
    ['local:///opt/a.jar', { scheme: 'local', authority: '', path: '/opt/a.jar' }],
    ['https://user@h:1/a?b=c#d', { scheme: 'https', authority: 'user@h:1', path: '/a', query: 'b=c', fragment: 'd' }],
    ['https://?q', { scheme: 'https', authority: '', path: '', query: 'q' }],
    ['https://[fe80::1%eth0]:8/ä', { scheme: 'https', authority: '[fe80::1%eth0]:8', path: '/ä' }],
    ['https://a/%41?[b]#[c]', { scheme: 'https', authority: 'a', path: '/%41', query: '[b]', fragment: '[c]' }],
  ])('%s', (text, parts) => {
    expect(parseJavaUri(text)).toEqual(E.right({ text, ...none, ...parts }))
  })

  test.each<readonly [string, string, number]>([
    // an authority with a bad character is named by where it begins
    ['https://a b/c', 'Illegal character in authority', 8],
    ['https:// a/c', 'Illegal character in authority', 8],
    ['https://repo example:8/a b', 'Illegal character in authority', 8],
    ['//a b', 'Illegal character in authority', 2],
    ['s3://a^b', 'Illegal character in authority', 5],
    ['https://a%zz b/c', 'Malformed escape pair', 9],
    ['https://a b%zz/c', 'Illegal character in authority', 8],
    ['https://a[b/c', 'Illegal character in hostname', 9],
    ['https://[::1/c', 'Expected closing bracket for IPv6 address', 12],
    ['https://[::x]/c', 'Malformed IPv6 address', 9],
    ['https://a/b c', 'Illegal character in path', 11],
    ['/a[1]', 'Illegal character in path', 2],
    ['https://a/b?c d', 'Illegal character in query', 13],
    ['https://a/b?c#d e', 'Illegal character in fragment', 15],
    ['a#b#c', 'Illegal character in fragment', 3],
    ['https:a b', 'Illegal character in opaque part', 7],
    ['https:#a', 'Expected scheme-specific part', 6],
    ['https://', 'Expected authority', 8],
    ['a b:c', 'Illegal character in scheme name', 1],
    [':a', 'Expected scheme name', 0],
    ['a\u2028b', 'Illegal character in path', 1],
  ])('%j: %s at %d', (text, what, index) => {
    expect(parseJavaUri(text)).toEqual(E.left(`${what} at index ${String(index)}: ${text}`))
  })
})

describe('jar of an application: api-and-config.md, section 9.3', () => {
  test.each([
    'local:///opt/a.jar',
    'local:/opt/a.jar',
    'local:a.jar',
    '',
    '/opt/a.jar',
    'https://h/a.jar?x=1#f',
    'local:///opt/ä.jar',
    's3://my_bucket/a.jar',
  ])(
    'native: %s stays',
    uri => {
      expect(nativeJarUri(uri)).toEqual(E.right(uri))
    },
  )

  test.each([
    ['local:///opt/a.jar', 'file:///opt/a.jar'],
    ['local:/opt/a.jar', 'file:///opt/a.jar'],
    ['local://host/opt/a.jar', 'file://host/opt/a.jar'],
    ['local:///opt/a%20b.jar', 'file:///opt/a%20b.jar'],
    ['local:///opt/%41%2f%c3%a4.jar?q=1#f', 'file:///opt/A/%C3%A4.jar?q=1#f'],
    ['local:///opt/ä.jar', 'file:///opt/%C3%A4.jar'],
    ['file:///opt/a.jar', 'file:///opt/a.jar'],
    ['s3://b/a.jar', 's3://b/a.jar'],
    ['https://repo.example/a.jar?x=1#f', 'https://repo.example/a.jar?x=1#f'],
  ])('standalone: %s is %s', (uri, want) => {
    expect(standaloneJarUri(uri)).toEqual(E.right(want))
  })

  test.each(['/opt/a.jar', '', 'local:a.jar', 'local://', 'local:///a b.jar', 'local:///a%zz.jar', '1x:/a.jar'])(
    'standalone: %s is refused',
    uri => {
      expect(E.isLeft(standaloneJarUri(uri))).toBe(true)
    },
  )

  test.each(['a b.jar', 'local:///a|b', ':x', 'local:', 'local:///[a]', 'file://'])('native: %s is no URI', uri => {
    expect(E.isLeft(nativeJarUri(uri))).toBe(true)
  })

  test('a lone surrogate does no harm', () => {
    expect(E.isRight(standaloneJarUri('local:///\ud800.jar'))).toBe(true)
  })
})
