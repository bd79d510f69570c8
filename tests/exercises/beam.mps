* Week 11, write this: a beam of 1 m and 60 N on supports at 0, 1/2 and 1 m, with 30 N more at 1/4 m. How much can
* the middle support carry?  maximise b  subject to  a + b + c = 90,  b/2 + c = 60/2 + 30/4 = 37.5,  a, b, c >= 0.
NAME          BEAM
OBJSENSE
    MAX
ROWS
 N  MIDDLE
 E  FORCES
 E  MOMENTS
COLUMNS
    A         FORCES    1.0
    B         MIDDLE    1.0        FORCES    1.0
    B         MOMENTS   0.5
    C         FORCES    1.0        MOMENTS   1.0
RHS
    RHS       FORCES    90.0       MOMENTS   37.5
ENDATA
