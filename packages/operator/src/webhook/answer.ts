/** The webhook's answer to a request. */
export interface Answer {
  readonly status: number
  readonly body: string
  readonly type: 'application/json' | 'text/plain'
}

export const text = (status: number, body: string): Answer => ({ status, body: `${body}\n`, type: 'text/plain' })
