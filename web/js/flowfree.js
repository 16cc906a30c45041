/** The page for Flow Free. */
