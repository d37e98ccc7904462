/** The rows’ one grid: two lines on a narrow card, one on a wide one, three where large letters leave no room for two. */
export const RUNG_GRID =
  'grid grid-cols-[minmax(5rem,1fr)_minmax(0,auto)_5.5rem] items-center gap-x-3 @max-[16rem]:grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[7.5rem_7rem_7rem_minmax(4rem,1fr)_6.5rem] @2xl:gap-x-4'
