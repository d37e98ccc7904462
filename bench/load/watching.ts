import { watch, type WatchOptions } from './watchers'

/** A process that only watches, with options from its parent. It reports when all streams are open. */
process.once('message', (options) => {
  void watch(options as WatchOptions).then(() => process.send?.('ready'))
})
process.once('disconnect', () => process.exit(0))
