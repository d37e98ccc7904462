export class BodyTooLarge extends Error {}

/**
 * Passes on a body whose declared length is not trusted.
 *
 * @param onBytes called before a part is passed on; may throw to refuse the rest
 * @throws BodyTooLarge beyond `limit`
 */
export async function* bounded(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLarge()
    onBytes(chunk.byteLength)
    yield chunk
  }
}
