import { describe, expect, test } from 'vitest'
import { edited, noFallback } from '../../../../fixtures/session-job-cases.ts'
import { notListed } from '../../../../fixtures/session-job-operations.ts'
import { type GivenJob, jobWorld, steadyWithoutHa } from '../../../../fixtures/session-job-rows.ts'

/** The JobManager was replaced, and does not list the job; the edit could only be done while it runs. */
const lost: GivenJob = {
  from: steadyWithoutHa,
  ...notListed,
  edit: { ...noFallback, job: edited.job },
  world: { pod: 'uid-other' },
}
const written = (given: GivenJob) => {
  const persist = jobWorld(given).next.find(it => it._tag === 'PersistStatus')
  return persist?._tag === 'PersistStatus' ? persist.status : null
}

describe('V02 a session job that is lost while an edit waits that can not be done without it', () => {
  test('is submitted again as it was, from its last state', () => {
    const record = { ...notListed.record, lastState: { _tag: 'Path', path: 's3://b/x', seen: 'Stop' } } as const
    expect(written({ ...lost, record })?.operation).toMatchObject({
      kind: 'Submit',
      purpose: 'Recovery',
      source: { _tag: 'Path', path: 's3://b/x' },
    })
    const goesOn = jobWorld({ ...lost, record }).rounds(3).resource.status.operation
    expect(goesOn).toMatchObject({ kind: 'Submit', purpose: 'Recovery' })
  })

  test('P01 a person is asked where its last state is not known', () => {
    expect(written(lost)?.operation ?? null).toBeNull()
    expect(written(lost)?.error).toContain('Job Not Found')
  })
})
