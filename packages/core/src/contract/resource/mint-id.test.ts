import { describe, expect, test } from 'vitest'
import { isTerminal, jobStates } from './job-status.ts'
import { attemptOfJob, isJobIdOf, isJobIdOfName, isOfEarlierAttempt, type JobOwner, mintId, mintJobIdIn } from './mint-id.ts'
import { flinkVersions, isAtLeast, isFlinkVersion } from './flink-version.ts'

describe('ids (design.md, section 3; B88)', () => {
  test('32 lower-case hex digits, as Flink wants them', () => {
    expect(mintId('job', 'u', 1, 0)).toMatch(/^[0-9a-f]{32}$/u)
  })

  test('the same input, the same id: pure', () => {
    expect(mintId('operation', 'u', 3, 1_700_000_000_000)).toBe(mintId('operation', 'u', 3, 1_700_000_000_000))
    expect(mintId('operation', 'u', 3, 1_700_000_000_000)).toBe('41ff9128ea26e5370c0d5c280a99e29e')
  })

  test('B88 100,000 samples of resource, attempt and time are all different', () => {
    const ids = new Set(
      Array.from(
        { length: 100_000 },
        (_, i) => mintId('job', `uid-${String(i % 10)}`, Math.floor(i / 100), 1_700_000_000_000 + Math.floor(i / 10) % 10),
      ),
    )
    expect(ids.size).toBe(100_000)
  })

  test.each([
    ['what it is for', mintId('job', 'u', 1, 0)],
    ['the resource', mintId('operation', 'v', 1, 0)],
    ['the attempt', mintId('operation', 'u', 2, 0)],
    ['the time', mintId('operation', 'u', 1, 1)],
    ['where one part ends and the next begins', mintId('operation', 'u/1', 0, 0)],
  ])('%s tells ids apart', (_title, id) => {
    expect(id).not.toBe(mintId('operation', 'u', 1, 0))
  })

  test('bytes below 16 keep their leading zero', () => {
    const digits = Array.from({ length: 200 }, (_, i) => mintId('job', 'u', i, 0))
    expect(digits.every(id => id.length === 32)).toBe(true)
    expect(digits.some(id => /^(?:..)*0/u.test(id))).toBe(true)
  })
})

const owner = (uid: string): JobOwner => ({ namespace: 'ns', name: 'job', uid })

describe('the id of a job in a cluster that it shares (P21, B88)', () => {
  test('it is like any other, and tells whose it is', () => {
    const id = mintJobIdIn(owner('u'), 3, 5)
    expect(id).toMatch(/^[0-9a-f]{32}$/u)
    expect(isJobIdOf('u', id)).toBe(true)
    expect(isJobIdOf('v', id)).toBe(false)
  })

  test.each([0, 1, 9, 255, 1_048_575])('A19 it names its attempt: %i', attempt => {
    expect(attemptOfJob(owner('u'), mintJobIdIn(owner('u'), attempt, 5))).toBe(attempt)
  })

  const older = `${mintJobIdIn(owner('u'), 1, 5).slice(0, 16)}${mintId('job', 'u', 1, 5).slice(16)}`
  test.each([
    ['of an earlier attempt', mintJobIdIn(owner('u'), 1, 9), mintJobIdIn(owner('u'), 2, 5), true],
    ['of the same attempt', mintJobIdIn(owner('u'), 2, 5), mintJobIdIn(owner('u'), 2, 9), false],
    ['of a later attempt: the record is older', mintJobIdIn(owner('u'), 3, 5), mintJobIdIn(owner('u'), 2, 5), false],
    ['of another resource', mintJobIdIn(owner('v'), 1, 5), mintJobIdIn(owner('u'), 2, 5), false],
    ['compared with one of another resource', mintJobIdIn(owner('u'), 1, 5), mintJobIdIn(owner('v'), 2, 5), false],
    ['of an earlier version, which named no attempt', older, mintJobIdIn(owner('u'), 2, 5), false],
    ['compared with nothing', mintJobIdIn(owner('u'), 1, 5), null, false],
  ])('A19 a job %s', (_title, jobId, than, is) => {
    expect(isOfEarlierAttempt(owner('u'), jobId, than)).toBe(is)
  })

  test('A02 it tells that it was generated for a resource of that name, whatever its uid', () => {
    const id = mintJobIdIn(owner('u'), 3, 5)
    expect(isJobIdOfName({ namespace: 'ns', name: 'job' }, id)).toBe(true)
    expect(isJobIdOfName({ namespace: 'ns', name: 'other' }, id)).toBe(false)
    expect(isJobIdOfName({ namespace: 'other', name: 'job' }, id)).toBe(false)
    expect(isJobIdOfName({ namespace: 'ns', name: 'job' }, older)).toBe(false)
  })

  test('each attempt has one of its own', () => {
    const ids = new Set(Array.from({ length: 10_000 }, (_, i) => mintJobIdIn(owner('u'), i % 1_000, Math.floor(i / 1_000))))
    expect(ids.size).toBe(10_000)
  })
})

test('P13 terminal is FAILED, CANCELED, FINISHED; SUSPENDED is not', () => {
  expect(jobStates.filter(isTerminal)).toEqual(['FAILED', 'CANCELED', 'FINISHED'])
  expect(isTerminal(null)).toBe(false)
})

describe('Flink versions (api-and-config.md, section 4)', () => {
  test.each([['v1_20', 'v1_20', true], ['v2_0', 'v1_20', true], ['v1_19', 'v1_20', false], ['v1_9', 'v1_13', false]] as const)(
    '%s at least %s: %s',
    (a, b, want) => {
      if (isFlinkVersion(a)) expect(isAtLeast(a, b)).toBe(want)
      else expect(want).toBe(false)
    },
  )

  test('names', () => {
    expect(flinkVersions.every(isFlinkVersion)).toBe(true)
    expect([isFlinkVersion('v9_9'), isFlinkVersion(null), isFlinkVersion(1)]).toEqual([false, false, false])
  })
})
