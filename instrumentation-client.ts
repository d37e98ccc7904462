/**
 * Runs in a browser before any other script of the page. Zod compiles its checks with `new Function` where it may; the
 * Content-Security-Policy forbids that, and already the attempt is reported as a violation. Zod reads this on its first import.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
