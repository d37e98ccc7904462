import { Countdown, type CountdownProps, PendingTime } from '@/components/ui/figures'
import { useSecondsLeft } from '@/lib/api/use-server-time'

export function TimeLeft({ until, ...look }: Omit<CountdownProps, 'remaining'> & { until: string }) {
  const seconds = useSecondsLeft(until)
  return seconds === null ? <PendingTime size={look.size} /> : <Countdown {...look} remaining={seconds * 1000} />
}
