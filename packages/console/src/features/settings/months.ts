const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** The months of a year by their number, for a select. */
export const months = names.map((label, index) => ({ value: String(index + 1), label }));
