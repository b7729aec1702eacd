import type { Afterwards } from '../../cluster/tear-down/tear-down.ts'
import type { Operation } from '../../resource/operation.ts'
import type { Round } from '../round.ts'

/** What follows where a job is stopped: a deploy, unless the job is to stay suspended or the resource goes. */
export const afterwardsOf = ({ desired: { meta, wanted } }: Round, { purpose }: Pick<Operation, 'purpose'>): Afterwards =>
  purpose !== 'Deletion' && meta.deletionTimestamp === null && wanted?.job.state === 'running' ? 'Deploy' : 'Nothing'
