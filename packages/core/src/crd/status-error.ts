import * as E from 'fp-ts/lib/Either.js'
import { isJsonObject } from './is-json-object.ts'
import { parseJson } from './lossless-json.ts'

const prefix = 'org.apache.flink.kubernetes.operator.'
const classNames: Readonly<Record<string, string>> = {
  UpgradeFailureException: 'exception.UpgradeFailureException',
  DeploymentFailedException: 'exception.DeploymentFailedException',
  ReconciliationException: 'exception.ReconciliationException',
  ValidationException: 'exception.ValidationException',
  MissingJobManagerException: 'exception.MissingJobManagerException',
}

/** Details of an error besides its message. */
export interface ErrorDetails {
  readonly additionalMetadata?: Readonly<Record<string, string | readonly string[]>>
  readonly stackTrace?: string
  /** Causes below the outermost error. */
  readonly causes?: readonly { readonly type: string; readonly message: string }[]
}

/**
 * `status.error` in the reference operator's JSON form (control-flow.md, section 1.7), each message cut to `limit` characters. `type`:
 * simple name of an exception class.
 */
export const statusErrorText = (
  type: string,
  message: string,
  limit: number,
  { additionalMetadata = {}, stackTrace, causes = [] }: ErrorDetails = {},
): string =>
  JSON.stringify({
    type: type.includes('.') ? type : `${prefix}${classNames[type] ?? type}`,
    message: message.slice(0, limit),
    ...(stackTrace === undefined ? {} : { stackTrace }),
    additionalMetadata,
    throwableList: causes.map(cause => ({
      type: cause.type.slice(0, limit),
      message: cause.message.slice(0, limit),
      additionalMetadata: {},
    })),
  })

/** The message in a `status.error`; the whole text if it has another form. */
export const statusErrorMessage = (error: string | null): string => {
  const json = error === null ? null : parseJson(error)
  const message = json !== null && E.isRight(json) && isJsonObject(json.right) ? json.right['message'] : null
  return typeof message === 'string' ? message : (error ?? '')
}
