/** What keeps the portal from starting and is not a fault of the code; the message is a sentence for who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}
