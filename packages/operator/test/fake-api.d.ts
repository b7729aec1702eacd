/** An object as tests handle it. */
type Live = any;
export interface Seen {
    readonly method: string;
    readonly path: string;
}
/** Just enough of an API server for the operator's loop: storage by path, resourceVersions with conflicts, status, merge patches, lists and watches. */
export interface FakeApi {
    readonly url: string;
    readonly get: (path: string) => Live;
    /** Adds an object to a collection (namespace from its metadata). */
    readonly put: (collection: string, object: Live) => void;
    readonly edit: (path: string, change: (live: Live) => Live) => void;
    readonly remove: (path: string) => void;
    readonly requests: () => readonly Seen[];
    readonly writes: () => readonly Seen[];
    /** Answers no request whose path starts so until `release`. */
    readonly hold: (path: string) => void;
    readonly release: () => void;
    readonly beforeWrite: (hook: (seen: Seen) => void) => void;
    readonly close: () => Promise<void>;
}
export declare const startFakeApi: () => Promise<FakeApi>;
export {};
//# sourceMappingURL=fake-api.d.ts.map