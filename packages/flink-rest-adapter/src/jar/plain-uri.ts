/** A URI that may be shown: without user and password, and without the query, which may be a signature or a token. */
export const plainUri = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`
