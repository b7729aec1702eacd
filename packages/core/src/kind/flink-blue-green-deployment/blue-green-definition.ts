import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../crd/crd.ts'
import { flinkBlueGreenDeployment } from './blue-green-codec.ts'

/** The definition of api-and-config.md, section 1, with additional columns behind those of the reference operator. */
export const definition: ResourceDefinition = {
  about: {
    resource:
      'Two FlinkDeployments, blue and green, of which one serves. After an edit the operator starts the other one beside it, which then takes over.',
    status:
      "`observedGeneration`, `conditions`, `operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  // the names of the children end in -blue and -green
  nameChecks: { pattern: '^[a-z][-a-z0-9]{0,38}$' },
  spec: flinkBlueGreenDeployment.spec,
  status: flinkBlueGreenDeployment.status,
  othersMay: null,
  hasFinalizer: false,
  ownsObjects: true,
  eventReasons: {
    BlueGreenStateChanged: 'A FlinkBlueGreenDeployment has changed its state; the message says which state, and why.',
    TransitionFailed:
      'A transition of a FlinkBlueGreenDeployment failed; the earlier child serves on. The message says why. The operator retries a limited number of times.',
    TransitionGivenUp: 'A spec of a FlinkBlueGreenDeployment has failed as often as is allowed; only an edit starts a new transition.',
    NotReady: 'An edit of a FlinkBlueGreenDeployment waits until the serving child is ready.',
  },
  subresources: { status: {} },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'Overall job state of both children'),
    column('State', '.status.blueGreenState', 'Which child serves, and the transition in progress'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Step', '.status.operation.step', 'Step of the transition', 1),
    column('Error', '.status.error', 'The last error', 1),
  ],
}
