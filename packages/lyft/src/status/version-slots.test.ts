import { describe, expect, test } from 'vitest'
import { colourOfAttempt } from './live-colour.ts'
import { initialApplicationStatus, noApplicationJob, noClusterStatus } from './flink-application-status-fields.ts'
import { latestSlot, liveJob, versionOf, withoutVersion, withVersion } from './version-slots.ts'

const version = (versionHash: string, jobID = versionHash) => ({
  appVersion: 'green',
  versionHash,
  clusterStatus: noClusterStatus,
  jobStatus: { ...noApplicationJob, jobID },
})
const hashes = ({ versionStatuses }: { readonly versionStatuses: readonly { readonly versionHash: string }[] }) =>
  versionStatuses.map(({ versionHash }) => versionHash)
const both = { ...initialApplicationStatus, deploymentMode: 'BlueGreen', deployHash: 'a', versionStatuses: [version('a'), version('b')] }

describe('2.2 versions of a BlueGreen application', () => {
  test('a version goes by its hash, and the other one moves to the front', () => {
    expect(hashes(withoutVersion(both, 'a'))).toEqual(['b', ''])
    expect(hashes(withoutVersion(both, 'b'))).toEqual(['a', ''])
  })

  test('LD08 no version of that hash: nothing goes', () => {
    expect(withoutVersion(both, 'gone')).toBe(both)
    expect(withoutVersion(both, '')).toBe(both)
    expect(versionOf(both, '')).toBe(null)
  })

  test('a version has its slot, a new one the first that is empty, a third none', () => {
    expect(hashes(withVersion(initialApplicationStatus, version('a')))).toEqual(['a', ''])
    expect(hashes(withVersion(withoutVersion(both, 'a'), version('c')))).toEqual(['b', 'c'])
    expect(versionOf(withVersion(both, version('b', 'again')), 'b')?.jobStatus.jobID).toBe('again')
    expect(withVersion(both, version('c'))).toBe(both)
  })

  test('LD14 the live job is that of deployHash, wherever it stands', () => {
    expect(liveJob(both).jobID).toBe('a')
    expect(liveJob({ ...both, deployHash: 'b' }).jobID).toBe('b')
    expect(liveJob({ ...both, deployHash: 'none' }).jobID).toBe('')
    expect(liveJob({ ...both, deploymentMode: '', jobStatus: { ...noApplicationJob, jobID: 'd' } }).jobID).toBe('d')
  })

  test.each([['Running', 0], ['DeployFailed', 0], ['Savepointing', 0], ['DualRunning', 1], ['SubmittingJob', 1], ['Deleting', 1]] as const)(
    "2.2 in %s Lyft's latest job is that of slot %i, and of the first on a first deploy",
    (phase, slot) => {
      expect(latestSlot({ phase, deployHash: 'a' })).toBe(slot)
      expect(latestSlot({ phase, deployHash: '' })).toBe(0)
    },
  )

  test.each([
    ['', '', '', 'green'],
    ['', 'green', 'green', 'green'],
    ['', 'green', 'blue', 'blue'],
    ['h', 'green', '', 'blue'],
    ['h', 'blue', 'green', 'green'],
    ['h', '', '', 'green'],
  ])('LD22 FA65 live "%s" %s, coming up %s: the attempt is %s', (deployHash, deployVersion, updatingVersion, colour) => {
    expect(colourOfAttempt({ deployHash, deployVersion, updatingVersion })).toBe(colour)
  })
})
