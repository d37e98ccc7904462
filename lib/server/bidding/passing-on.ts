import type { Arrivals } from './arrivals'
import type { Waiting } from './batch'
import { type BidMessage, type BidMessages, type PassedBid, passedBidOf } from './bid-messages'

export interface PassingOn {
  /** Who decides from now on: what is not answered is passed on to it, with the stamps that it has. */
  follow(decider: { server: string; epoch: number } | null): void
  /** Passes one on; kept until its answer has come. */
  pass(id: number): void
  /** Answers the one who decides that everything up to its instant is on its way. */
  asked(said: Extract<BidMessage, { kind: 'ask' }>): void
  /** Passes everything that is not answered on once more: a message may have been lost. */
  repeat(): void
}

export interface PassingDependencies {
  serverId: string
  arrivals: Arrivals
  messages: BidMessages
  /** This server's unanswered bids, by their numbers. */
  own: ReadonlyMap<number, Waiting>
}

/** What a server does with its bids while another one decides. */
export function createPassingOn({ serverId, arrivals, messages, own }: PassingDependencies): PassingOn {
  let decider: { server: string; epoch: number } | null = null
  /** Counts how often everything was passed on from the beginning. */
  let run = 0
  /** Bids passed on in this run. */
  let count = 0
  let unsent: number[] = []

  function send(): void {
    const to = decider
    const bids = unsent.flatMap((id): PassedBid[] => {
      const waiting = own.get(id)
      return waiting === undefined ? [] : [passedBidOf(id, waiting.stamp.order, waiting.command)]
    })
    unsent = []
    if (to === null || bids.length === 0) return
    const sent = count
    messages.sendList(to.server, bids, (part, first) => ({ kind: 'pass', from: serverId, epoch: to.epoch, run, first: sent + first, bids: part }))
    count += bids.length
  }

  function anew(): void {
    run += 1
    count = 0
    unsent = [...own.keys()]
    send()
  }

  return {
    follow(next) {
      if (next?.epoch === decider?.epoch && next?.server === decider?.server) return
      decider = next
      anew()
    },
    pass(id) {
      if (decider === null) return
      // With everything else of this turn.
      if (unsent.length === 0) setImmediate(send)
      unsent.push(id)
    },
    asked({ from, epoch, round, upTo, again }) {
      if (decider !== null && epoch < decider.epoch) return
      if (decider === null || epoch > decider.epoch) {
        decider = { server: from, epoch }
        anew()
      } else if (again) anew()
      else send()
      messages.send(from, { kind: 'done', from: serverId, epoch, round, upTo: arrivals.promise(upTo), run, count })
    },
    repeat() {
      if (decider === null) return
      unsent = [...own.keys()]
      send()
    },
  }
}
