import type { Problem } from './decision.ts'

const prefix = 'org.apache.flink.kubernetes.operator.'
const classNames: Readonly<Record<string, string>> = {
  UpgradeFailureException: 'exception.UpgradeFailureException',
  DeploymentFailedException: 'exception.DeploymentFailedException',
  ReconciliationException: 'exception.ReconciliationException',
  ValidationException: 'exception.ValidationException',
  MissingJobManagerException: 'exception.MissingJobManagerException',
}

/** `status.error` in the reference operator's JSON form (control-flow.md, section 1.7), cut to `limit` characters. */
export const errorText = ({ type, message, reason, owner }: Problem, limit: number): string =>
  owner === 'job' && message === 'Job Not Found'
    ? message
    : JSON.stringify({
        type: type.includes('.') ? type : `${prefix}${classNames[type] ?? type}`,
        message: message.slice(0, limit),
        additionalMetadata: type === 'DeploymentFailedException' ? { reason } : {},
        throwableList: [],
      })
