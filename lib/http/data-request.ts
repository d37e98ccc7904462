/**
 * From the server to the middleware: a navigation within an open page asks for its data, not for a document. Next hides its own
 * headers (`rsc` and the like) from a middleware.
 */
export const DATA_HEADER = 'x-portal-data'
