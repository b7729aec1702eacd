import type { Operation } from '../../contract/resource/operation.ts'
import type { ExplainedOperation } from '../../contract/round/explanation.ts'

const howOf = (operation: Operation): string => {
  switch (operation.kind) {
    case 'Suspend':
      return operation.mode
    case 'Deploy':
      return operation.source._tag === 'Path' ? `from ${operation.source.path}`
        : operation.source._tag === 'LastState' ? 'from HA metadata'
        : operation.source._tag === 'NoJob' ? 'without a job of its own' : 'from empty state'
    case 'Submit':
      return operation.source._tag === 'Path' ? `from ${operation.source.path}` : 'from empty state'
    case 'TearDown':
      return operation.deleteHaMetadata ? 'with HA metadata' : 'HA metadata stays'
  }
}

/** The operation in progress, as `explain` shows it. */
export const explainedOperation = (operation: Operation): ExplainedOperation => ({
  kind: operation.kind,
  purpose: operation.purpose,
  step: operation.kind === 'TearDown' ? null : operation.step,
  how: howOf(operation),
  id: operation.id,
  attempt: operation.attempt,
  since: operation.mintedAt,
  giveUpAt: operation.giveUpAt,
})
