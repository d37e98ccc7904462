/** The lot's volume as one bar, a piece for each participant that would get some of it now. The words beside it say the same. */
export function AllocationBar({ allocation, volume }: { allocation: string[]; volume: string }) {
  const whole = Number(volume)
  return (
    <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-bar-rest">
      {allocation.map((given, index) => (
        <span
          key={index}
          className="bg-bar transition-[flex-basis] duration-250 ease-out"
          style={{ flexBasis: `${(Number(given) / whole) * 100}%`, opacity: Math.max(0.3, 1 - index * 0.22) }}
        />
      ))}
    </div>
  )
}
