import { objectAt } from '@flink-operator/core/manifest'
import { rightsAsked, rightsAllowed, serviceAccountAllowed, type Rule } from '@flink-operator/core/validation'
import { deploymentTemplate } from '../objects/deployment-template.ts'
import type { ApplicationInput } from './application-input.ts'

type ApplicationRule = Rule<ApplicationInput>

/** S13. */
export const serviceAccountOfPods: ApplicationRule = ({ spec, restrictions }) =>
  serviceAccountAllowed('serviceAccountName', spec.serviceAccountName, restrictions)

/** S13: both roles have the same volumes and security context, at the same field paths in the spec as in the pod. */
export const rightsOfPods: ApplicationRule = ({ meta, spec, options, restrictions }) => {
  const deployment = deploymentTemplate({ meta, spec, colour: null }, options, 'jobmanager')
  const asked = rightsAsked('', objectAt(objectAt(deployment, 'spec'), 'template'))
  return rightsAllowed(asked.map(it => ({ ...it, field: it.field.replace(/^\.spec\./u, '') })), restrictions)
}
