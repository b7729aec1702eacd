import { autoscalerOptionsPage } from './autoscaler-options.ts'
import { autoscalerPictures } from './autoscaler-pictures.ts'
import { applicationStatesPage } from './application-states.ts'
import { deviationsPage } from './deviations.ts'

import { eventsPage } from './events.ts'
import { examplesPage } from './examples.ts'
import { lifecyclePage } from './lifecycle.ts'
import type { Page } from './markdown.ts'
import { messagesPage } from './messages.ts'
import { metricsPage } from './metrics.ts'
import { optionsPage } from './options.ts'
import { propertiesPage } from './properties.ts'
import { resourcePages } from './resource-page.ts'
import { rulesPage } from './rules.ts'
import { validationPage } from './validation.ts'

/** Every generated page. */
export const pages = (): readonly Page[] => [
  optionsPage(),
  ...resourcePages(),
  eventsPage(),
  messagesPage(),
  examplesPage(),
  validationPage(),
  lifecyclePage(),
  applicationStatesPage(),
  propertiesPage(),
  deviationsPage(),
  rulesPage(),
  metricsPage(),
  autoscalerOptionsPage(),
  ...autoscalerPictures(),
]
