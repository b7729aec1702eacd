import { deviationsPage } from './deviations.ts'
import { eventsPage } from './events.ts'
import { flinkDeploymentPage } from './flink-deployment.ts'
import { lifecyclePage } from './lifecycle.ts'
import type { Page } from './markdown.ts'
import { stateSnapshotPage } from './state-snapshot.ts'
import { optionsPage } from './options.ts'
import { propertiesPage } from './properties.ts'
import { rulesPage } from './rules.ts'
import { validationPage } from './validation.ts'

/** Every generated page. */
export const pages = (): readonly Page[] => [
  optionsPage(),
  flinkDeploymentPage(),
  stateSnapshotPage(),
  eventsPage(),
  validationPage(),
  lifecyclePage(),
  propertiesPage(),
  deviationsPage(),
  rulesPage(),
]
