import { describe, expect, test } from 'vitest'
import { jobTable } from '../../packages/core/src/job/job-table.ts'
import { type Place, rowIds, unrecordedIds } from '../../packages/core/src/job/job-row.ts'
import { unrecordedTable } from '../../packages/core/src/job/unrecorded-table.ts'
import { ownCluster } from '../../packages/core/src/kind/flink-deployment/own-cluster.ts'
import { sharedCluster } from '../../packages/core/src/kind/flink-session-job/shared-cluster.ts'

interface Table {
  readonly rows: readonly { readonly row: string }[]
  readonly last: { readonly row: string }
}

const idsOf = ({ rows, last }: Table): readonly string[] => [...rows, last].map(({ row }) => row)
const lifecycle = (place: Place): readonly string[] => Object.values(rowIds).map(ids => ids[place])
const unrecorded = (place: Place): readonly string[] => Object.values(unrecordedIds).map(ids => ids[place])

/** A host's own rows, which stand among those of the lifecycle. */
const own = {
  application: ['C8', 'Z', 'C12', 'C38', 'C17', 'I', 'C29', 'H', 'C19'],
  sessionJob: ['Q12', 'Q29'],
} as const

describe('ADR 36 an application and a session job ask one table', () => {
  test.each(
    [
      ['application', idsOf(jobTable(ownCluster)), idsOf(unrecordedTable(ownCluster))],
      ['sessionJob', idsOf(jobTable(sharedCluster)), idsOf(unrecordedTable(sharedCluster))],
    ] as const,
  )('%s: every row of the lifecycle, in its order, with the rows of its own between them', (place, asked, askedUnrecorded) => {
    expect(asked.filter(row => !(own[place] as readonly string[]).includes(row))).toEqual(lifecycle(place))
    expect(asked).toHaveLength(lifecycle(place).length + own[place].length)
    // Q13 and Q19 are asked first by a session job: Flink lists jobs of its resource
    expect(askedUnrecorded.filter((row, at) => row !== 'Q13' && !(row === 'Q19' && at < 2))).toEqual(unrecorded(place))
  })
})
