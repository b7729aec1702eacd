import { describe, expect, test } from 'vitest'
import { bytesOf, canonicalQuantity, quantityValue } from './quantity.ts'

describe('FA20 quantities as Kubernetes writes them again (lyft-flinkapplication.md, section 2.3, step 2)', () => {
  test.each([
    ['0.5', '500m'],
    ['500m', '500m'],
    ['0.2', '200m'],
    ['3072Mi', '3Gi'],
    ['1024Mi', '1Gi'],
    ['200Mi', '200Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['1.0Ki', '1Ki'],
    ['571812.5Ki', '585536000'],
    ['1024', '1024'],
    ['1000', '1k'],
    ['1000m', '1'],
    ['1.5', '1500m'],
    ['1500m', '1500m'],
    ['12e6', '12e6'],
    ['1200e4', '12e6'],
    ['1E', '1E'],
    ['0', '0'],
    ['0Mi', '0'],
    ['0.0', '0'],
    ['-2000m', '-2'],
    ['.5', '500m'],
    ['0.1n', '1n'],
    ['1.0001Ki', '1024102400u'],
    [' 1Gi ', '1Gi'],
    ['9000000000Gi', '9223372036854775807'],
    ['ten', 'ten'],
    ['', ''],
  ])('%j: %j', (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical)
  })

  test.each(['1.500', '100.000200', '1500Mi', '3073Mi', '+1', '1.', '0.200'])(
    '%s: only what Kubernetes takes for canonical is kept as it is',
    text => {
      expect(canonicalQuantity(text)).toBe(text === '0.200' ? '200m' : text)
    },
  )

  test.each([
    ['64Mi', 67_108_864],
    ['1.5G', 1_500_000_000],
    ['1e9', 1_000_000_000],
    ['200', 200],
    ['1.5Gi', 0],
    ['1500m', 0],
    ['9000000000Gi', 0],
    ['9E', 9_000_000_000_000_000_000],
    ['10E', 0],
    ['ten', 0],
  ])('bytes of %s: %s', (text, bytes) => {
    expect(bytesOf(text)).toBe(bytes)
  })

  test.each([['64Mi', 67_108_864], ['1.5Gi', 1_610_612_736], ['500m', 0.5], ['-2', -2], ['1e3', 1_000], ['', null], ['ten', null]])(
    'what %j amounts to: %s',
    (text, value) => {
      expect(quantityValue(text)).toBe(value)
    },
  )
})
