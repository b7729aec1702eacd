/** Why a request gets no resource: HTTP status, and a line for the user. */
export interface Refused {
  readonly status: 401 | 403 | 404 | 413 | 429 | 502 | 503
  readonly why: string
  readonly headers?: Readonly<Record<string, string>>
}

const realm = 'Bearer realm="flink-operator planner"'

export const noToken: Refused = {
  status: 401,
  why: 'a bearer token of the cluster is needed, such as of kubectl create token',
  headers: { 'www-authenticate': realm },
}

export const tokenNotKnown: Refused = {
  status: 401,
  why: 'the API server does not know this token, or it has run out',
  headers: { 'www-authenticate': `${realm}, error="invalid_token"` },
}

export const notSure = (why: string): Refused => ({ status: 503, why, headers: { 'retry-after': '2' } })
