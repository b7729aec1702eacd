import { describe, expect, test } from 'vitest'
import { coreManifest } from './core-bundle.ts'

describe('net 1: what core declares', () => {
  test('core depends on fp-ts, io-ts, the hash library and yaml alone', () => {
    expect(Object.keys(coreManifest().dependencies).sort()).toEqual(['@noble/hashes', 'fp-ts', 'io-ts', 'yaml'])
  })
})
