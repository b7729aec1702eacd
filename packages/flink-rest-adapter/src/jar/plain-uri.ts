/** An address as it may be told: without user and password, and without the query, which signs it or holds a token. */
export const plainUri = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`
