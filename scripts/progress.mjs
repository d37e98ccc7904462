/** What the person who starts the portal sees: each step with its elapsed seconds. */

const live = process.stdout.isTTY === true

/**
 * Runs one step. In a terminal its seconds count up; in a log it is one line when it is done, and one before it when
 * it takes long enough to wonder.
 */
export async function step(title, work) {
  const began = Date.now()
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  const draw = () => process.stdout.write(`\r\x1b[2K  … ${title} ${seconds()}`)
  let announced = live
  if (live) draw()
  const timer = setInterval(() => {
    if (live) draw()
    else if (!announced) {
      announced = true
      console.log(`  … ${title}`)
    }
  }, live ? 100 : 2_000)
  try {
    const result = await work()
    finish('✓')
    return result
  } catch (error) {
    finish('✗')
    throw error
  }
  function finish(mark) {
    clearInterval(timer)
    console.log(`${live ? '\r\x1b[2K' : ''}  ${mark} ${title} ${seconds()}`)
  }
}

export function say(text) {
  console.log(text)
}
