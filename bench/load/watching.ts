import { watch, type WatchOptions } from './watchers'

/** A process that only watches: takes its orders from its parent, reports when all streams are open, exits with it. */
process.once('message', (options) => {
  void watch(options as WatchOptions).then(() => process.send?.('ready'))
})
process.once('disconnect', () => process.exit(0))
