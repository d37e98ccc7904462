import { watch, type WatchOptions } from './watchers'

/** A process that only watches: told what by its parent, says when all streams stand, ends with it. */
process.once('message', (options) => {
  void watch(options as WatchOptions).then(() => process.send?.('ready'))
})
process.once('disconnect', () => process.exit(0))
