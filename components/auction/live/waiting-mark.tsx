/** In the place of a card that is being loaded: what follows it is held back (`columns-waiting` in components/ui/theme.css). */
export function WaitingMark() {
  return <span hidden data-waiting="" />
}
