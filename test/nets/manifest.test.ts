import { describe, expect, test } from 'vitest'
import { coreManifest } from './core-bundle.ts'

describe('net 1: what core declares', () => {
  test('core depends on fp-ts, io-ts, the libraries of hashes and of gzip, and yaml alone', () => {
    expect(Object.keys(coreManifest().dependencies).sort()).toEqual(['@noble/hashes', 'fflate', 'fp-ts', 'io-ts', 'yaml'])
  })
})
