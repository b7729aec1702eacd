import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../codec/crd.ts'
import { flinkBlueGreenDeployment } from './blue-green-codec.ts'

/** The table of api-and-config.md, section 1, with columns of ours behind the reference operator's. */
export const definition: ResourceDefinition = {
  about: {
    resource:
      'Two FlinkDeployments, blue and green, of which one serves: an edit brings up the other one beside it, which then takes over.',
    status:
      "`observedGeneration`, `conditions`, `operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  spec: flinkBlueGreenDeployment.spec,
  status: flinkBlueGreenDeployment.status,
  othersMay: null,
  hasFinalizer: false,
  ownsObjects: true,
  eventReasons: {
    BlueGreenStateChanged: 'A FlinkBlueGreenDeployment is in another state; the text says which, and why.',
    TransitionFailed:
      'A transition of a FlinkBlueGreenDeployment was given up; what served before serves on. The text says why, and it is tried again in bounds.',
    TransitionGivenUp: 'A spec of a FlinkBlueGreenDeployment was tried so often that only an edit begins anew.',
    NotReady: 'An edit of a FlinkBlueGreenDeployment waits until the child that serves is ready.',
  },
  subresources: { status: {} },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'What both children amount to'),
    column('State', '.status.blueGreenState', 'Which child serves, and what is under way'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Step', '.status.operation.step', 'How far the transition is', 1),
    column('Error', '.status.error', 'The last error', 1),
  ],
}
