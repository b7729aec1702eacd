import { describe, expect, test } from 'vitest'
import { aliasTable, olderSpellings, overlay, spellingsOf, withoutOption } from './alias-table.ts'

describe('aliases: api-and-config.md, section 11', () => {
  test('no key names two options', () => {
    const keys = aliasTable.flat()
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('every spelling leads to all', () => {
    expect(spellingsOf('state.savepoints.dir')).toEqual([
      'execution.checkpointing.savepoint-dir',
      'state.savepoints.dir',
      'savepoints.state.backend.fs.dir',
    ])
    expect(spellingsOf('constructor')).toEqual(['constructor'])
    expect(olderSpellings('execution.state-recovery.path')).toEqual(['execution.savepoint.path'])
  })

  test('C-D13 an option goes under every spelling', () => {
    expect(withoutOption({ 'execution.savepoint.path': 'a', 'execution.state-recovery.path': 'b', c: 'd' }, 'execution.savepoint.path'))
      .toEqual({ c: 'd' })
  })

  test.each([
    ['an older spelling above replaces the canonical below', { 'execution.checkpointing.dir': 'a' }, { 'state.checkpoints.dir': 'b' }, {
      'state.checkpoints.dir': 'b',
    }],
    ['and the reverse', { 'state.checkpoints.dir': 'a' }, { 'execution.checkpointing.dir': 'b' }, { 'execution.checkpointing.dir': 'b' }],
    ['two spellings in one layer stay', {}, { 'state.backend': 'a', 'state.backend.type': 'b' }, {
      'state.backend': 'a',
      'state.backend.type': 'b',
    }],
    ['other keys: the later layer wins', { a: '1', b: '1' }, { b: '2' }, { a: '1', b: '2' }],
  ])('C-D10 %s', (_title, base, over, want) => {
    expect(overlay(base as unknown as Record<string, string>, over as unknown as Record<string, string>)).toEqual(want)
  })
})
