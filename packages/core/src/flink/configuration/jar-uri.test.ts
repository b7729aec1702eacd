import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { nativeJarUri, standaloneJarUri } from './jar-uri.ts'

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
