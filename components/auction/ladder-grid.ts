/** The rows’ one grid: two lines on a narrow card, one on a wide one. */
export const RUNG_GRID =
  'grid grid-cols-[minmax(5rem,1fr)_minmax(0,auto)_5.5rem] items-center gap-x-3 @2xl:grid-cols-[7.5rem_7rem_7rem_minmax(4rem,1fr)_6.5rem] @2xl:gap-x-4'
