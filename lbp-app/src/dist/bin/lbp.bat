@echo off
rem lbp, with Java 17 or later: that of JAVA_HOME, or else the first java on the PATH.
rem
rem   JAVA_OPTS, LBP_JAVA_OPTS  options for Java, such as LBP_JAVA_OPTS=-Xmx4g; the latter wins
setlocal

rem Labels, not blocks in parentheses: a path such as C:\Program Files (x86) would end a block.
set "LBP_HOME=%~dp0.."
if not exist "%LBP_HOME%\lib\lbp.jar" goto nojar

set "LBP_JAVA=%JAVA_HOME%\bin\java.exe"
if defined JAVA_HOME goto home
set "LBP_JAVA=java.exe"
where /q java.exe
if errorlevel 1 goto nojava
goto version
:home
if not exist "%LBP_JAVA%" goto badhome

rem Of the line: openjdk version "17.0.15" 2025-04-15
:version
set "LBP_VERSION=0"
for /f "tokens=3" %%v in ('""%LBP_JAVA%" -version 2^>^&1" ^| findstr /c:" version "') do set "LBP_VERSION=%%~v"
set "LBP_FEATURE=0"
for /f "delims=.-+ tokens=1" %%f in ("%LBP_VERSION%") do set "LBP_FEATURE=%%f"
if %LBP_FEATURE% LSS 17 goto oldjava

rem What Java compiles, as in bin/lbp, which says why.
set "LBP_QUICK="
set "LBP_WAIT=-XX:Tier4InvocationThreshold=500000 -XX:Tier4MinInvocationThreshold=60000"
set "LBP_WAIT=%LBP_WAIT% -XX:Tier4CompileThreshold=1500000 -XX:Tier4BackEdgeThreshold=4000000"
set "LBP_WAIT=%LBP_WAIT% -XX:CompileCommand=quiet"
set "LBP_WAIT=%LBP_WAIT% -XX:CompileCommand=CompileThresholdScaling,dev.lbp.internal.kernel.vector.*::*,0.01"
set "LBP_SIMD=--add-modules=jdk.incubator.vector"
for %%c in (bench experiment quickstart train-rbm train-energy) do if "%~1"=="%%c" set "LBP_WAIT="
if "%~1"=="warm" goto nowarm
if "%~1"=="" set "LBP_QUICK=-XX:TieredStopAtLevel=1"
if "%~1"=="help" set "LBP_QUICK=-XX:TieredStopAtLevel=1"
if "%~1"=="solve" set "LBP_SIMD="

rem All arguments: "shift" does not change their list in the start of Java below.
:argument
if [%1]==[] goto modules
for %%a in (--help -h --version -V) do if "%~1"=="%%a" set "LBP_QUICK=-XX:TieredStopAtLevel=1"
shift
goto argument

rem SIMD: no search uses it. Of a runtime with fewer modules, it may be missing: the draws are the same, but slower.
:modules
if defined LBP_QUICK set "LBP_SIMD="
if defined LBP_QUICK set "LBP_WAIT="
set "LBP_RELEASE=%JAVA_HOME%\release"
if not defined JAVA_HOME goto unsafe
if not exist "%LBP_RELEASE%" goto unsafe
findstr /b /c:"MODULES=" "%LBP_RELEASE%" >nul
if errorlevel 1 goto unsafe
findstr /c:"jdk.incubator.vector" "%LBP_RELEASE%" >nul
if errorlevel 1 set "LBP_SIMD="

rem ND4J's native code uses sun.misc.Unsafe; 24 and later warn of it.
:unsafe
set "LBP_UNSAFE="
if %LBP_FEATURE% GEQ 24 set "LBP_UNSAFE=--sun-misc-unsafe-memory-access=allow"

"%LBP_JAVA%" %LBP_SIMD% %LBP_QUICK% %LBP_WAIT% %LBP_UNSAFE% -Djava.awt.headless=true %JAVA_OPTS% %LBP_JAVA_OPTS% -jar "%LBP_HOME%\lib\lbp.jar" %*
exit /b %ERRORLEVEL%

:nowarm
echo lbp: makes no archive of classes on Windows: warm 1>&2
exit /b 1
:nojar
echo lbp: lib\lbp.jar must be beside bin\, in "%LBP_HOME%" 1>&2
exit /b 1
:nojava
echo lbp: needs Java 17 or later: set JAVA_HOME, or put java on the PATH 1>&2
exit /b 1
:badhome
echo lbp: JAVA_HOME must be the directory of a Java runtime, with bin\java.exe: "%JAVA_HOME%" 1>&2
exit /b 1
:oldjava
echo lbp: needs Java 17 or later, not %LBP_VERSION%: "%LBP_JAVA%" 1>&2
exit /b 1
