import { statusErrorText } from '../codec/status-error.ts'
import type { Problem } from './decision.ts'

/** `status.error` of a problem, cut to `limit` characters. */
export const errorText = ({ type, message, reason, owner }: Problem, limit: number): string =>
  owner === 'job' && message.startsWith('Job Not Found') ? message
    : statusErrorText(type, message, limit, type === 'DeploymentFailedException' ? { reason } : {})
